import { normalized } from '../../ground/kernel/normalized.ts'

/** The form in which titles are compared: case, compatible forms of characters and spaces do not count. */
export const titleKey = (title: string): string =>
  normalized(title, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
