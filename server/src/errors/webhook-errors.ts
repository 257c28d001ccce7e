/** The part of the error catalogue that is about webhooks; see errors.ts. */
export const webhookErrors = {
  webhook_not_found: {
    status: 404,
    title: 'No such webhook',
    cause: 'You have no webhook with this id, or it was deleted.',
    fix: 'GET /webhooks lists your webhooks.',
  },
  delivery_not_found: {
    status: 404,
    title: 'No such delivery',
    cause: 'The webhook has no delivery with this id, or it ended more than 7 days ago.',
    fix: 'GET /webhooks/{id}/deliveries lists them.',
  },
  webhook_disabled: {
    status: 409,
    title: 'The webhook is disabled',
    cause: 'Nothing is sent to a disabled webhook; its `notice` gives the reason.',
    fix: 'Enable it first: PATCH /webhooks/{id} with `{"enabled":true}`.',
  },
} as const;
