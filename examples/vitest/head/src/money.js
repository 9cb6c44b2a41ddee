/** Prints cents as euros, for example `€12.50` or `-€4.90`. */
export const format = (cents) => `${cents < 0 ? '-' : ''}€${(Math.abs(cents) / 100).toFixed(2)}`

/** Adds up cents. */
export const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0)
