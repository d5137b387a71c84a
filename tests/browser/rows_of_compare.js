// What is read in every row of the table.
(table) => [...table.querySelectorAll("tbody tr[data-compared]")].map((tr) => {
  const text = (s) => tr.querySelector(s)?.textContent.trim() ?? "";
  const dots = [...tr.querySelectorAll(".dot")].map((d) => [d.className, parseFloat(d.style.left)]);
  return { name: text(".measure"), verdict: text("td.verdict"), dots };
})
