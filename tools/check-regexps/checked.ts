import { readFileSync } from 'node:fs'
import type { Found } from './find.ts'

const LIST = new URL('checked.json', import.meta.url)

/** Expressions that were found linear, as `/source/flags`; `main.ts` writes them. */
export const readChecked = (): Set<string> => new Set(JSON.parse(readFileSync(LIST, 'utf8')) as string[])

export const CHECKED_FILE = LIST

/** An expression in the form of the list. */
export const written = ({ source, flags }: Omit<Found, 'file'>): string => `/${source}/${flags}`
