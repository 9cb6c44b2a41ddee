/** Node shares smaller buffers between views. */
const LEAST_BYTES = 1024 * 1024

/**
 * Frees a large view's memory now, not at the next garbage collection. The view is empty afterwards; its
 * buffer must have no other view in use.
 */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength >= LEAST_BYTES) buffer.transfer(0)
}
