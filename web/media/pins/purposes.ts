// What one points at a place for, as its buttons say it.
import { MapPinPen, MapPinPlus, MessageSquareReply } from 'lucide-react';

export const purposeLabels = {
  raise: 'Raise a concern here',
  answer: 'Answer a concern with this',
  move: 'Move a concern here',
} as const;

export const purposeIcons = { raise: MapPinPlus, answer: MessageSquareReply, move: MapPinPen } as const;
