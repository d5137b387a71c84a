async (text) => {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  const { render } = (await import(url)).default();
  for (const at of [0, 1]) {
    const heard = [], tell = (said) => heard.forEach((hear) => hear(said));
    const send = async (message) => JSON.parse(await say(at, message)).forEach(tell);
    const model = { on: (_name, hear) => heard.push(hear), off() {}, send };
    await render({ model, el: document.getElementById(`w${at}`) });
  }
}
