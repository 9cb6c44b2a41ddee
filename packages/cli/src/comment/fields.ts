import { field } from '../doctor/json.ts'

/** What stands at a path such as `content.raw` of an answer; undefined where nothing does. */
export const at = (value: unknown, path: string): unknown => field(value, ...path.split('.'))

/** A text or a number there, as text; empty where there is neither. */
export const wordAt = (value: unknown, path: string): string => {
  const found = at(value, path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** A list there, or the value itself where the path is empty; empty where there is none. */
export const listAt = (value: unknown, path: string): unknown[] => {
  const found = path === '' ? value : at(value, path)
  return Array.isArray(found) ? found : []
}
