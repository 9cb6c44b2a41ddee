import { textsOf, usesPackage } from '../doctor/read-config.ts'

/** True if files or packages that a config uses may set an option; runs none of them. */
export const mayInherit = (text: string, path: string, option: string): boolean => {
  const [own = '', ...imported] = textsOf(text, path)
  const sets = new RegExp(String.raw`\b${option}['"]?\s*[:=]`)
  return [own, ...imported].some(usesPackage) || imported.some((each) => sets.test(each))
}
