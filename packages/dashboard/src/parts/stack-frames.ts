/** Frames of third-party code are paler. */
export const isForeign = (line: string): boolean => /node_modules|node:internal|\(internal\//.test(line)
export const isFrame = (line: string): boolean => /^\s*at |^\s+File "/.test(line)
