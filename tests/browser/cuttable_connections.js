// Connections that can be cut, and then are refused until they are let through again.
const Real = WebSocket, sockets = [];
window.WebSocket = class extends Real {
  constructor(url, ...more) {
    super(window.refusing ? "ws://127.0.0.1:9" : url, ...more);
    sockets.push(this);
  }
};
window.cut = () => { window.refusing = true; for (const socket of sockets) socket.close(); };
