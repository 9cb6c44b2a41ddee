interface Named {
  testId: string
  titles: readonly string[]
}

/** The file and the titles of a test, as people write them; the file alone for a failure outside any test. */
export const clusterNameOf = (test: Pick<Named, 'titles'> | null, file: string | null): string =>
  [...(file === null ? [] : [file]), ...(test?.titles ?? [])].join(' > ')

/** Whether a text is the id of a test, its file, or a part of its name in any case. */
export function isNamed(text: string, test: Named | null, file: string | null): boolean {
  const wanted = text
    .toLowerCase()
    .split(/\s[>›]\s|::/)
    .map((piece) => piece.trim())
    .join(' > ')
  return (
    test?.testId === wanted ||
    clusterNameOf(test, file).toLowerCase().includes(wanted) ||
    file?.toLowerCase() === wanted
  )
}
