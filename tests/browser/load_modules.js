// What each script exports, under its name.
async (scripts) => {
  for (const [name, script] of Object.entries(scripts))
    window[name] = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
}
