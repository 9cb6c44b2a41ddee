import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
]
/** Tall enough for what is looked at; a whole large comment is many screens. */
const HEIGHT = 1_800

/** Photographs a page on disk, so many pixels wide. */
export async function takePicture(
  chromium: string,
  page: string,
  picture: string,
  width: number,
): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'svc-picture-'))
  const look = [`--user-data-dir=${profile}`, `--window-size=${width},${HEIGHT}`, `--screenshot=${picture}`]
  await promisify(execFile)(chromium, [...FLAGS, ...look, `file://${page}`], { timeout: 60_000 })
  rmSync(profile, { recursive: true, force: true })
}
