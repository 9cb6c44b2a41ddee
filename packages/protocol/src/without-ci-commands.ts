/**
 * A line that no CI runs as a command: GitHub runs `::name::` at the start of a line, behind any space, and `##[name]`
 * anywhere, as Azure does with `##vso[name]` and TeamCity with `##teamcity[name]`. A space takes such a mark apart.
 */
export const withoutCiCommands = (line: string): string =>
  line.replace(/^(\s*):(?=:[a-z])/i, '$1: ').replace(/##(?=(?:vso|teamcity)?\[)/gi, '## ')
