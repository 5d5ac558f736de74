/**
 * The states of a webhook's deliveries. Hooks store how they ended in older words
 * (`hooks.ending`), which are mapped here.
 */
export const deliveryStates = ['delivering', 'delivered', 'failed', 'gone'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The SQL expression for the state of a row of `hooks`. */
export const deliveryStateOfHook = `case hooks.ending when 'told' then 'delivered' when 'given_up' then 'failed'
  when 'gone' then 'gone' else 'delivering' end`;

/** The earlier names of states, which requests may still use. */
export const earlierStates = ['telling', 'told', 'given_up'] as const;

type StateName = DeliveryState | (typeof earlierStates)[number];

const states: Readonly<Record<StateName, DeliveryState>> = {
  delivering: 'delivering',
  delivered: 'delivered',
  failed: 'failed',
  gone: 'gone',
  telling: 'delivering',
  told: 'delivered',
  given_up: 'failed',
};

/** The state that a request names, by its present or its earlier name. */
export function parseDeliveryState(name: StateName): DeliveryState {
  return states[name];
}
