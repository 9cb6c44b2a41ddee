import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { shrinkPng } from '../e2e/shrink-png.ts'

const AMBER = [143, 92, 0]

/** Colours that differ little and often, and one that differs much and is rare. */
const PIXELS = [
  ...Array.from({ length: 10 }, () =>
    Array.from({ length: 500 }, (_, i) => [i >> 1, i >> 1, (i + 1) >> 1]),
  ).flat(),
  ...Array.from({ length: 3 }, () => AMBER),
]

test('a rare colour that no other is like keeps its place', () => {
  const small = shrinkPng(pngOf(PIXELS))
  const at = small.indexOf('PLTE')
  const palette = small.subarray(at + 4, at + 4 + small.readUInt32BE(at - 4))
  const colours = Array.from({ length: palette.length / 3 }, (_, i) => [
    ...palette.subarray(i * 3, i * 3 + 3),
  ])
  expect(colours).toHaveLength(256)
  expect(colours).toContainEqual(AMBER)
})

/** A picture of one row, with eight bits a colour. */
function pngOf(pixels: number[][]): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  head.writeUInt32BE(pixels.length, 0)
  const data = deflateSync(Buffer.from([0, ...pixels.flat()]))
  return Buffer.concat([Buffer.alloc(8), chunk('IHDR', head), chunk('IDAT', data)])
}

/** Its checksum is not read. */
const chunk = (name: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length, 0)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
}
