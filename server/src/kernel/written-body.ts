/** The whole body of a success, as UTF-8 of its JSON: what a thread has written need not be read to be sent. */
export class WrittenBody {
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
  }
}
