/** A version 7 UUID: its first 48 bits are the time, so that names sort by age. */
export const uuidv7 = (now: number = Date.now()): string => {
  const bytes = nodeCrypto().randomFillSync(Buffer.alloc(16))
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** A random UUID. */
export const uuidv4 = (): string => nodeCrypto().randomUUID()

/** Loaded when a run starts; runners have loaded it by then, but not the rest of the global `crypto`. */
const nodeCrypto = () => process.getBuiltinModule('node:crypto')
