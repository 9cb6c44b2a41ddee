/**
 * An output as the UTF-8 of its JSON, so that a transport need not parse and encode again what a
 * thread has encoded.
 */
export class EncodedJson {
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes
  }
}
