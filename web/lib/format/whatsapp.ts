/** WhatsApp is opened with the words and asks whom they are for; nothing is sent by us. */
export function whatsAppAddress(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
