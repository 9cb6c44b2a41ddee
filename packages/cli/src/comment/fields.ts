import { at } from '@svc/client/fields'

export { at }

/** Returns a text or number at a path as text; empty if it is neither. */
export const wordAt = (value: unknown, path: string): string => {
  const text = at(value, path)
  return typeof text === 'string' || typeof text === 'number' ? String(text) : ''
}

/** Returns the list at a path, or the value itself for an empty path; empty if it is not a list. */
export const listAt = (value: unknown, path: string): unknown[] => {
  const list = path === '' ? value : at(value, path)
  return Array.isArray(list) ? list : []
}
