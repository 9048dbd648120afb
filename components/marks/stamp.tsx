import { useId, type CSSProperties, type ReactNode } from "react";
import { octagonPath, ringPath, scallopPath } from "@/components/marks/geometry";

const CENTRE = 70;

interface StampProps {
  /** Words along the ring, such as "Audited · Emporion · Full scope". */
  ring: string;
  /** Two lines in the middle: version and date, or bond and version. */
  middle: string;
  below: string;
  /** Everything the stamp says, for readers who do not see it. */
  label: string;
  size?: number;
  /** Degrees, between -8 and 5. */
  turn?: number;
}

/** An amphora stamp of a signed audit: scalloped rim, tick, version and day. */
export function AuditedStamp(props: StampProps) {
  const rim = scallopPath({ centre: CENTRE, radius: 66.7, lobes: 28, depth: 4.8 });
  return (
    <StampFrame {...props} className="seal-audited" text={{ radius: 47.5, length: 292 }}>
      <path d={rim} fill="none" stroke="currentColor" strokeWidth="2" />
      <circle cx={CENTRE} cy={CENTRE} r="57.5" fill="none" stroke="currentColor" strokeWidth=".9" />
      <circle cx={CENTRE} cy={CENTRE} r="40" fill="none" stroke="currentColor" strokeWidth=".9" />
      <path
        d="M58.5 56.5l8 8 15.5-17"
        fill="none"
        stroke="currentColor"
        strokeWidth="4.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <text className="mid" x={CENTRE} y="84.5">
        {props.middle}
      </text>
      <text className="sub below" x={CENTRE} y="97">
        {props.below}
      </text>
    </StampFrame>
  );
}

/** The stamp of a bonded version: double octagon, coin, amount and version. */
export function OptimisticStamp(props: StampProps) {
  return (
    <StampFrame {...props} className="seal-optimistic" text={{ radius: 44.5, length: 272 }}>
      <path
        d={octagonPath({ centre: CENTRE, radius: 66 })}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
      <path
        d={octagonPath({ centre: CENTRE, radius: 60 })}
        fill="none"
        stroke="currentColor"
        strokeWidth=".9"
      />
      <circle cx={CENTRE} cy={CENTRE} r="37.5" fill="none" stroke="currentColor" strokeWidth=".9" />
      <circle cx={CENTRE} cy="55" r="8" fill="none" stroke="currentColor" strokeWidth="2.4" />
      <circle cx={CENTRE} cy="55" r="2.6" fill="currentColor" />
      <text className="mid" x={CENTRE} y="81">
        {props.middle}
      </text>
      <text className="sub below" x={CENTRE} y="93.5">
        {props.below}
      </text>
    </StampFrame>
  );
}

/** A dashed empty circle with two lines: no audit, or no page. */
export function EmptyStamp({ middle, below, label, size = 140 }: Omit<StampProps, "ring">) {
  return (
    <svg
      className="stamp seal-unverified"
      width={size}
      height={size}
      viewBox="0 0 140 140"
      role="img"
      aria-label={label}
    >
      <circle
        cx={CENTRE}
        cy={CENTRE}
        r="63"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeDasharray="7 5.2"
      />
      <text className="mid-word" x={CENTRE} y="68">
        {middle}
      </text>
      <text className="sub" x={CENTRE} y="84" style={{ fontSize: 12 }}>
        {below}
      </text>
    </svg>
  );
}

function StampFrame(
  props: StampProps & { className: string; text: { radius: number; length: number }; children: ReactNode },
) {
  const { ring, label, size = 148, turn = -8, className, text, children } = props;
  const id = useId();
  return (
    <svg
      className={`stamp ${className}`}
      width={size}
      height={size}
      viewBox="0 0 140 140"
      role="img"
      aria-label={label}
      style={{ "--turn": `${turn}deg` } as CSSProperties}
    >
      <path id={id} d={ringPath({ centre: CENTRE, radius: text.radius })} fill="none" />
      {children}
      <text className="ring">
        <textPath href={`#${id}`} textLength={text.length} lengthAdjust="spacing">
          {`${ring} ·`}
        </textPath>
      </text>
    </svg>
  );
}
