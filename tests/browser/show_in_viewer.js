(html) => {
  viewer.root.querySelector(".hv").hidden = false;
  viewer.show(html);
}
