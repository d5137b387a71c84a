() => {
  const main = document.querySelector("[data-testid=stMain]");
  const { top } = document.querySelector(".st-key-why").getBoundingClientRect();
  return main.scrollTop > 100 && (top < 80 || main.scrollHeight - main.clientHeight - main.scrollTop < 2);
}
