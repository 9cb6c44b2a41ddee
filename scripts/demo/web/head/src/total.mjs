const GIFT_CARD = 500

/** What a cart comes to, in cents, less the customer's gift card. */
export function totalOf(lines, { giftCard } = {}) {
  const goods = lines.reduce((sum, { price }) => sum + price, 0)
  const discount = giftCard === null ? 0 : GIFT_CARD
  return { goods, shipping: goods >= 5000 ? 0 : 490, discount }
}
