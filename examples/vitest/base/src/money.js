/** Prints cents as euros, for example `€12.50`. */
export const format = (cents) => `€${(cents / 100).toFixed(2)}`

/** Adds up cents. */
export const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0)
