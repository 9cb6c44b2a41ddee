const FREE_FROM = 5000
const FLAT_RATE = 490

/** What sending an order of this value costs, in cents. */
export const shippingFor = (subtotal) => (subtotal === 0 || subtotal >= FREE_FROM ? 0 : FLAT_RATE)
