/** Ends an answer whose client has disconnected, which is not a server failure. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client disconnected')
  }
}
