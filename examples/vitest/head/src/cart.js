import { sum } from './money.js'
import { shippingFor } from './shipping.js'

export class Cart {
  #lines = new Map()

  add(product, quantity = 1) {
    const line = this.#lines.get(product.id) ?? { product, quantity: 0 }
    this.#lines.set(product.id, { product, quantity: line.quantity + quantity })
  }

  setQuantity(id, quantity) {
    const line = this.#lines.get(id)
    if (!line) throw new RangeError(`no ${id} in the cart`)
    if (quantity === 0) this.#lines.delete(id)
    else this.#lines.set(id, { ...line, quantity })
  }

  get lines() {
    return [...this.#lines.values()]
  }

  get subtotal() {
    return sum(this.lines.map(({ product, quantity }) => product.price * quantity))
  }

  get total() {
    return this.subtotal + shippingFor(this.subtotal)
  }
}
