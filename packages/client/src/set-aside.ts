import { mkdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { artifactFolder, rejectedFolder } from './folder.ts'

/** Moves a journal that the server will never accept to another folder; returns its new path. */
export const setAside = async (path: string): Promise<string> => {
  const folder = rejectedFolder(join(path, '..'))
  await mkdir(folder, { recursive: true })
  const place = join(folder, basename(path))
  await rename(path, place)
  await rename(artifactFolder(path), artifactFolder(place)).catch(() => undefined)
  return place
}
