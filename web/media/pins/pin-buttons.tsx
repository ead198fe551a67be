// The buttons of pins beside those of a viewer: show or hide them, and point at a place.
import { MapPin, MapPinOff, MapPinPen, MapPinPlus, MessageSquareReply } from 'lucide-react';
import { count } from '#web/lib/format/format.ts';
import { IconButton } from '#web/ui/controls/button.tsx';
import type { Pins } from './use-pins.tsx';

// What one points at a place for, as its buttons say it.
export const purposeLabels = {
  raise: 'Raise a concern here',
  answer: 'Answer a concern with this',
  move: 'Move a concern here',
} as const;

export const purposeIcons = { raise: MapPinPlus, answer: MessageSquareReply, move: MapPinPen } as const;

type PinButtonsProps = { pins: Pins; size?: 'sm' | undefined; className?: string | undefined };

export function PinButtons({ pins, size, className }: PinButtonsProps) {
  const { purposes, isShown, setShown, placing, begin } = pins;
  const look = { size, className };
  return (
    <>
      {purposes.map((purpose) => (
        <IconButton
          key={purpose}
          {...look}
          label={purposeLabels[purpose]}
          icon={purposeIcons[purpose]}
          pressed={placing?.is === purpose}
          onClick={() => begin({ is: purpose })}
        />
      ))}
      {pins.all.length > 0 && (
        <IconButton
          {...look}
          label={`Pins (${count(pins.all.length, 'concern')})`}
          icon={isShown ? MapPin : MapPinOff}
          pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      )}
    </>
  );
}
