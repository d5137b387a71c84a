// Name, value, what it is out of, printed value, and whether it is open: of each row of the answers.
(table) => [...table.querySelectorAll("tbody tr[data-row]")].map((tr) => {
  const text = (s) => tr.querySelector(s)?.textContent.trim() ?? "";
  const parts = [".measure", "td.value span", "td.value small", "td.printed"].map(text);
  return [...parts, tr.classList.contains("selected")];
})
