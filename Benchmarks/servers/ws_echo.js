// node ws_echo.js RESULT_JSON: a plain JSON-RPC handler on Debian's `ws`, without encryption, answering
// `list_currencies` with the given result. It prints "ready PORT" and ends when its standard input is closed.
'use strict';

const { WebSocketServer } = require('ws');

const result = JSON.parse(process.argv[2]);
const methods = { list_currencies: () => result };

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });

server.on('connection', (socket) => {
  socket.on('message', (data) => {
    let request;
    try {
      request = JSON.parse(data.toString());
    } catch {
      socket.send('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}');
      return;
    }
    const method = methods[request.method];
    if (method === undefined) {
      const error = { code: -32601, message: 'Method not found' };
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: request.id, error }));
      return;
    }
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: request.id, result: method(request.params) }));
  });
});

server.on('listening', () => console.log(`ready ${server.address().port}`));
process.stdin.on('end', () => process.exit(0)).resume();
