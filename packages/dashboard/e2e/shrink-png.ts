import { crc32, deflateSync, inflateSync } from 'node:zlib'

const COLOURS = 256
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** The same picture with at most 256 colours, about a third as large; for PNG of 8 bits without alpha or with it. */
export function shrinkPng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png)
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const palette = paletteOf([...counts].sort((a, b) => b[1] - a[1]))
  const places = new Map<number, number>()
  const rows = Buffer.alloc(height * (width + 1))
  pixels.forEach((pixel, at) => {
    let place = places.get(pixel)
    if (place === undefined) {
      place = nearest(palette, pixel)
      places.set(pixel, place)
    }
    rows[at + Math.floor(at / width) + 1] = place
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * Half of it are the most frequent colours. The others are those that change the picture most without a place of
 * their own: a rare colour, such as that of a flaky test, must not become another one.
 */
function paletteOf(byCount: [colour: number, count: number][]): number[] {
  const palette = byCount.slice(0, COLOURS / 2).map(([colour]) => colour)
  const rest = byCount.slice(COLOURS / 2).map(([colour, count]) => {
    const error = distance(palette[nearest(palette, colour)] ?? 0, colour)
    return { colour, count, error }
  })
  while (palette.length < COLOURS && rest.length > 0) {
    const loss = rest.map(({ count, error }) => count * error)
    const [worst] = rest.splice(loss.indexOf(Math.max(...loss)), 1)
    if (worst === undefined) break
    palette.push(worst.colour)
    for (const each of rest) each.error = Math.min(each.error, distance(worst.colour, each.colour))
  }
  return palette
}

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2

function nearest(palette: number[], pixel: number): number {
  let best = 0
  for (const [at, colour] of palette.entries())
    if (distance(colour, pixel) < distance(palette[best] ?? 0, pixel)) best = at
  return best
}

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** The colours as 0xRRGGBB, row by row. */
function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const parts: Buffer[] = []
  let [width, height, size] = [0, 0, 3]
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    if (name === 'IHDR') {
      width = data.readUInt32BE(0)
      height = data.readUInt32BE(4)
      size = data[9] === 6 ? 4 : 3
    } else if (name === 'IDAT') parts.push(data)
    at += length + 12
  }
  const raw = inflateSync(Buffer.concat(parts))
  const stride = width * size
  const rows = Buffer.alloc(height * stride)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x < size ? 0 : (rows[at - size] ?? 0)
      const up = y === 0 ? 0 : (rows[at - stride] ?? 0)
      const corner = x < size || y === 0 ? 0 : (rows[at - stride - size] ?? 0)
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0
      rows[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + guess
    }
  }
  const pixels = new Uint32Array(width * height)
  for (let i = 0; i < pixels.length; i++) pixels[i] = rows.readUIntBE(i * size, 3)
  return { width, height, pixels }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
