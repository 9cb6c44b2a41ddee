import type { Format } from './format.ts'
import { JSON_FORMATS } from './json/formats.ts'
import { junit } from './junit/junit.ts'
import { nunit } from './nunit/nunit.ts'
import { trx } from './trx/trx.ts'
import { xunit } from './xunit/xunit.ts'

/** Every format; the first that recognizes the start of a file reads it. */
export const FORMATS: readonly Format[] = [junit, trx, nunit, xunit, ...JSON_FORMATS]

/** The values of `--format`. */
export const formatNames = (): string[] => FORMATS.map(({ name }) => name)
