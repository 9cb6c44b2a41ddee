import { beforeEach, describe, expect, test } from 'vitest'
import { Cart } from '../src/cart.js'

const mug = { id: 'mug', price: 1200 }
const lamp = { id: 'lamp', price: 2500 }

describe('cart', () => {
  let cart

  beforeEach(() => {
    cart = new Cart()
  })

  test('is empty at first', () => {
    expect(cart.lines).toEqual([])
    expect(cart.total).toBe(0)
  })

  test('joins equal products into one line', () => {
    cart.add(mug)
    cart.add(mug, 2)
    expect(cart.lines).toEqual([{ product: mug, quantity: 3 }])
  })

  test('refuses to change what is not in it', () => {
    expect(() => cart.setQuantity('mug', 1)).toThrow('no mug in the cart')
  })

  test('takes a line out at quantity 0', () => {
    cart.add(mug)
    cart.setQuantity('mug', 0)
    expect(cart.lines).toEqual([])
  })

  test.todo('remembers its lines between visits')

  describe('shipping', () => {
    test('is added to a small order', () => {
      cart.add(mug)
      expect(cart.total).toBe(1690)
    })

    test('is free from 50 euros on', () => {
      cart.add(lamp, 2)
      expect(cart.total).toBe(5000)
    })
  })
})
