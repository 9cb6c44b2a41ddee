/**
 * What holds a test: its file, or its class or package where a report names no file, as those of Java, Go and .NET. A
 * nested class is in the file of the outer one. Empty if neither is known.
 */
export const homeOf = (test: { file: string; titles: string[] } | undefined): string => {
  if (!test) return ''
  const [suite = '', ...rest] = test.titles
  return test.file || (rest.length > 0 ? suite.replace(/\$.*/s, '') : '')
}
