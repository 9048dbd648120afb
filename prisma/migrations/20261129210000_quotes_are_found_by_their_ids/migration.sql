-- A quote is written up to four times, each time into every index. Nothing looks for one by its reference, which is 32 random
-- bytes, or by its memo, which is its id: a payment that names them is read from the chain, and counts once by its signature.

-- DropIndex
DROP INDEX "Quotes_reference_key";

-- DropIndex
DROP INDEX "Quotes_memo_key";
