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
