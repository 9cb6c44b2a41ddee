import { readText } from '../project/json.ts'
import { textsOf, usesPackage } from '../project/read-config.ts'
import type { Runner } from '../project/runners.ts'

const SETS: Record<Runner['option'], RegExp> = {
  reporter: /\breporter['"]?\s?[:=]/,
  reporters: /\breporters['"]?\s?[:=]/,
}

/** True if files or packages that a config uses may set an option; runs none of them. */
export const mayInherit = (text: string, path: string, option: Runner['option']): boolean => {
  const [own = '', ...imported] = textsOf(text, path)
  return [own, ...imported].some(usesPackage) || imported.some((each) => SETS[option].test(each))
}

/** True if a config merges another file, which joins the lists of both. */
export const merges = (text: string, path: string, other: string): boolean => {
  const [own = '', ...imported] = textsOf(text, path)
  if (!/\bmergeConfig\b/.test(own)) return false
  const [wanted] = textsOf(readText(other) ?? '', other)
  return wanted !== undefined && imported.includes(wanted)
}
