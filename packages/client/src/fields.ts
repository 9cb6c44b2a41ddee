/** Returns the value below these names in an untrusted value; undefined if absent. */
export const valueBelow = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (parent, name) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
        ? Reflect.get(parent, name)
        : undefined,
    value,
  )

/** Returns the value at a path such as `pull_request.head.sha` of an untrusted value; undefined if absent. */
export const at = (value: unknown, path: string): unknown => valueBelow(value, path.split('.'))

/** Returns the text at such a path; undefined if it is empty or of another type. */
export const textAt = (value: unknown, path: string): string | undefined => {
  const text = at(value, path)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Returns a whole number from 0 at a path. */
export const countAt = (value: unknown, path: string): number | undefined => {
  const count = at(value, path)
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

/** Returns the list at a path; empty for anything else. */
export const listAt = (value: unknown, path: string): unknown[] => {
  const list = at(value, path)
  return Array.isArray(list) ? list : []
}

/** Parses JSON; undefined for any other text. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
