/** A line of a headline never begins with the dot between two facts. */
export const glued = (text: string): string => text.replaceAll(' · ', '\u00a0· ')

/** Here the sign before a headline is an icon. */
export const withoutSign = (headline: string): string => headline.replace(/^(?:❌|⚠️|✅|⏳)\s*/u, '')
