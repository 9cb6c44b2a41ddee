/** The version in package.json, which the bundle does not contain; a test keeps them equal. */
export const VERSION = '0.1.0'
