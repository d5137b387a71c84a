// What a browser keeps; nothing where it keeps nothing.
export function readStore(storage, key) {
  try { return window[storage].getItem(key); } catch { return null; }
}

// False where the browser keeps nothing.
export function writeStore(storage, key, value) {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
    return true;
  } catch { return false; }
}
