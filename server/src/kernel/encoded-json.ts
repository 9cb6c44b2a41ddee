/**
 * An output as UTF-8 of its JSON, so that a door need not parse and encode again what a thread has encoded.
 */
export class EncodedJson {
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
  }
}
