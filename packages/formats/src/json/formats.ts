import type { Format } from '../format.ts'
import { jest } from './assertions/jest.ts'
import { vitest } from './assertions/vitest.ts'
import { ctrf } from './ctrf/ctrf.ts'
import { playwrightBlob } from './playwright/playwright-blob.ts'
import { playwrightJson } from './playwright/playwright-json.ts'

/** The formats that are JSON. */
export const JSON_FORMATS: readonly Format[] = [ctrf, playwrightJson, playwrightBlob, jest, vitest]
