export const webhookKeys = {
  all: ['webhooks'],
  list: ['webhooks', 'list'],
  one: (id: string) => ['webhooks', 'one', id],
  deliveries: (id: string) => ['webhooks', 'deliveries', id],
};
