import type { Format } from './format.ts'

/** Every format there is; the first that knows a file by its beginning reads it. */
export const FORMATS: readonly Format[] = []

/** What `--format` takes. */
export const formatNames = (): string[] => FORMATS.map(({ name }) => name)
