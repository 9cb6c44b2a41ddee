import { hash } from 'node:crypto'
import { archiveName, PUBLISHED, type Published } from '@svc/protocol'

const ADDRESSED = new RegExp(
  String.raw`^svc-(${PUBLISHED.join('|')})-(\d+\.\d+\.\d+[\w.+-]{0,40})-([\da-f]{12})\.tgz$`,
)

/** Returns the name of an archive that names its version and its bytes: `svc-vitest-0.1.0-3f2a9c1b07de.tgz`. */
export const addressedName = (name: Published, version: string, bytes: Uint8Array): string =>
  `${archiveName(name).replace(/\.tgz$/, '')}-${version}-${hash('sha256', bytes).slice(0, 12)}.tgz`

export const isAddressed = (file: string): boolean => ADDRESSED.test(file)

/** Returns the package of such a name; undefined for any other name. */
export const publishedOf = (file: string): Published | undefined => {
  const [, name] = ADDRESSED.exec(file) ?? []
  return PUBLISHED.find((each) => each === name)
}

/** Returns the same name for other bytes. */
export const nameOfBytes = (file: string, bytes: Uint8Array): string =>
  file.replace(/[\da-f]{12}\.tgz$/, `${hash('sha256', bytes).slice(0, 12)}.tgz`)
