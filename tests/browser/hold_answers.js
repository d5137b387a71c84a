(names) => {
  const before = names.map((name) => [name, window[name]]), held = [];
  let holds = true;
  const letGo = (most) => { for (const go of held.splice(0, most)) go(); };
  const stop = () => { holds = false; Object.assign(window, Object.fromEntries(before)); letGo(Infinity); };
  window.holding = { held, letGo, stop };
  for (const [name, ask] of before)
    window[name] = async (...asked) => {
      const told = await ask(...asked);
      if (holds) await new Promise((go) => held.push(go));  // what was asked before it stopped may come after
      return told;
    };
}
