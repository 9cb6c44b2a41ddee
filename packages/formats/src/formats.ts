import type { Format } from './format.ts'
import { JSON_FORMATS } from './json/formats.ts'
import { junit } from './junit/junit.ts'

/** Every format there is; the first that knows a file by its beginning reads it. */
export const FORMATS: readonly Format[] = [junit, ...JSON_FORMATS]

/** What `--format` takes. */
export const formatNames = (): string[] => FORMATS.map(({ name }) => name)
