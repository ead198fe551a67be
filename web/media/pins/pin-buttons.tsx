// The buttons of pins beside those of a viewer: show or hide them, and point at a place.
import { MapPin, MapPinOff, MapPinPlus, MessageSquareReply } from 'lucide-react';
import { count } from '#web/lib/format.ts';
import { IconButton } from '#web/ui/button.tsx';
import type { Pins } from './use-pins.tsx';

type PinButtonsProps = { pins: Pins; size?: 'sm' | undefined; className?: string | undefined };

const labels = { raise: 'Raise a concern here', answer: 'Answer a concern with this' } as const;
const icons = { raise: MapPinPlus, answer: MessageSquareReply } as const;

export function PinButtons({ pins, size, className }: PinButtonsProps) {
  const { purposes, isShown, setShown, placing, begin } = pins;
  const look = { size, className };
  return (
    <>
      {purposes.map(
        (purpose) =>
          purpose !== 'move' && (
            <IconButton
              key={purpose}
              {...look}
              label={labels[purpose]}
              icon={icons[purpose]}
              pressed={placing?.is === purpose}
              onClick={() => begin({ is: purpose })}
            />
          ),
      )}
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
