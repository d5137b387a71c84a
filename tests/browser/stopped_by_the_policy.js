() => new Promise((done) => {
  const seen = [];
  document.addEventListener("securitypolicyviolation", (e) => {
    seen.push(e.effectiveDirective);
    if (seen.length === 4) done(seen.sort());
  });
  const add = (name, attribute, address) => {
    const e = document.createElement(name);
    e[attribute] = address;
    document.body.append(e);
  };
  add("img", "src", "http://127.0.0.1:9/a.png");
  add("script", "src", "http://127.0.0.1:9/a.js");
  add("iframe", "src", "http://127.0.0.1:9/");
  fetch("http://127.0.0.1:9/").catch(() => {});
  setTimeout(() => done(seen.sort()), 120000);
})
