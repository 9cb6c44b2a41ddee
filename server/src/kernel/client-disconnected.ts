/** Ends an answer whose client has disconnected, which is not a failure of the server. */
export class ClientDisconnected extends Error {
  constructor() {
    super('The client disconnected')
  }
}
